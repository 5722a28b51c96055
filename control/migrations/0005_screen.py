import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("control", "0004_watch_and_backup"),
    ]

    operations = [
        migrations.CreateModel(
            name="Screen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tag", models.UUIDField(unique=True)),
                ("name", models.CharField(max_length=40)),
                ("shows", models.CharField(max_length=60)),
                ("next", models.CharField(blank=True, default="", max_length=60)),
                ("message", models.TextField(blank=True, default="")),
                ("dark", models.BooleanField(default=False)),
                ("flash_until", models.DateTimeField(blank=True, null=True)),
                ("seen_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="screens", to="control.event"),
                ),
            ],
            options={
                "ordering": ("name",),
                "constraints": [models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name")],
            },
        ),
    ]
