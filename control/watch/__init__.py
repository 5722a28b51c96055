"""Watch: health of the machine and its services, before the doors open and all day."""
