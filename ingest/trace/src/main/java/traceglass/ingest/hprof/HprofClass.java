package traceglass.ingest.hprof;

/// Class of a heap dump.
final class HprofClass {

    private static final byte[] NO_TYPES = {};
    private static final int[] NO_NAMES = {};
    private static final long[] NO_VALUES = {};

    final long id;
    /// Normalized name, e.g. `java.lang.String[]`.
    String name;
    /// Whether the name is known.
    boolean isLoaded;
    /// Whether fields and sizes are known.
    boolean isDumped;
    long superId;
    long loaderId;
    long instanceSize;
    byte[] fieldTypes = NO_TYPES;
    /// String ids of the names of the class's own instance fields, without the class name.
    int[] fieldNames = NO_NAMES;
    byte[] staticTypes = NO_TYPES;
    int[] staticNames = NO_NAMES;
    long[] staticValues = NO_VALUES;

    /// Row in `heap_graph_class` for instances.
    int row;
    /// Row in `heap_graph_class` for the class object.
    int objectRow;
    /// Created on first use.
    HprofLayout layout;

    HprofClass(long id, String name) {
        this.id = id;
        this.name = name;
    }
}
