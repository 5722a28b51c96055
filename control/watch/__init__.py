"""What the control team must know of the machine itself, before the doors open and all day: is what it leans on still there?"""
