import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from control.people import group_desks


def from_groups(apps, schema_editor):
    group_desks.groups_to_memberships(apps)


def to_groups(apps, schema_editor):
    group_desks.memberships_to_groups(apps)


class Migration(migrations.Migration):
    dependencies = [
        ("control", "0007_no_deadline_column"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("desks", models.CharField(max_length=120)),
                ("made_here", models.BooleanField(default=False)),
                ("given_by", models.CharField(blank=True, max_length=150)),
                ("given_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="members", to="control.event"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("event", "user__username"),
                "constraints": [models.UniqueConstraint(fields=("event", "user"), name="one_membership_per_event")],
            },
        ),
        migrations.RunPython(from_groups, to_groups),
    ]
