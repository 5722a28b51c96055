import json

from django.db import migrations


def move_names(apps, schema_editor):
    """What a line calls somebody stands beside it from now on; every line goes on saying what it said."""
    line, name = apps.get_model("control", "AuditLine"), apps.get_model("control", "AuditName")
    guarded = schema_editor.connection.vendor == "postgresql"
    if guarded:
        schema_editor.execute("ALTER TABLE control_auditline DISABLE TRIGGER control_auditline_never")
    for each in list(line._base_manager.filter(event__isnull=False, values__contains='"name"')):
        told = json.loads(each.values)
        called = str(told.pop("name", ""))
        if called:
            named, _made = name.objects.get_or_create(event_id=each.event_id, words=called[:200])
            values = json.dumps(told, ensure_ascii=False, sort_keys=True)
            line._base_manager.filter(pk=each.pk).update(named=named, values=values)
    if guarded:
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks that wait cannot be altered
        schema_editor.execute("ALTER TABLE control_auditline ENABLE TRIGGER control_auditline_never")


class Migration(migrations.Migration):

    dependencies = [("control", "0013_debrief_files")]

    operations = [migrations.RunPython(move_names, migrations.RunPython.noop)]
