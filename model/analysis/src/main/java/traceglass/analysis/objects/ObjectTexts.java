package traceglass.analysis.objects;

/// User-visible strings for traced objects.
final class ObjectTexts {

    private ObjectTexts() {}

    static final String OBJECTS = "Objects";
    static final String OBJECT = "Object";
    static final String SNAPSHOTS = "Object snapshots";
    static final String SNAPSHOT = "Object snapshot";
}
