package traceglass.analysis.objects;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for traced objects.
final class ObjectTexts {

    private ObjectTexts() {}

    static final String OBJECTS = tr("Objects");
    static final String OBJECT = tr("Object");
    static final String SNAPSHOTS = tr("Object snapshots");
    static final String SNAPSHOT = tr("Object snapshot");
}
