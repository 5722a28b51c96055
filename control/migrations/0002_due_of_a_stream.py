"""What is due belongs to a stream: side tables have clocks too."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def follow_the_event(apps, _schema_editor):
    """Each due time moves to its event's stream."""
    event = apps.get_model("control", "Event").objects.filter(pk=OuterRef("event_id")).values("stream_id")[:1]
    apps.get_model("control", "Due").objects.update(stream_id=Subquery(event))


class Migration(migrations.Migration):
    dependencies = [("control", "0001_initial")]

    operations = [
        migrations.RemoveConstraint("due", "one_due_per_clock"),
        migrations.AddField(
            "due",
            "stream",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="dues", to="control.stream"),
        ),
        migrations.RunPython(follow_the_event, migrations.RunPython.noop),
        migrations.RemoveField("due", "event"),
        migrations.AlterField(
            "due",
            "stream",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="dues", to="control.stream"),
        ),
        migrations.AddConstraint("due", models.UniqueConstraint(fields=("stream", "what"), name="one_due_per_clock")),
    ]
