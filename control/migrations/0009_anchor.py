from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("control", "0008_membership")]

    operations = [
        migrations.CreateModel(
            name="Anchor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("boot", models.CharField(max_length=60, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
