package traceglass.ingest.oldjfr;

/// Types of version 2 whose meaning is fixed. Their ids only have to differ from the ids in [JfrV2Metadata].
enum JfrV2Type {
    BOOLEAN("boolean"),
    BYTE("byte"),
    SHORT("short"),
    INT("int"),
    LONG("long"),
    FLOAT("float"),
    DOUBLE("double"),
    STRING("java.lang.String"),
    THREAD("java.lang.Thread"),
    LABEL("jdk.jfr.Label"),
    CATEGORY("jdk.jfr.Category"),
    TIMESPAN("jdk.jfr.Timespan"),
    TIMESTAMP("jdk.jfr.Timestamp"),
    PERCENTAGE("jdk.jfr.Percentage"),
    DATA_AMOUNT("jdk.jfr.DataAmount"),
    MEMORY_ADDRESS("jdk.jfr.MemoryAddress");

    /// The ids 0 and 1 are those of metadata and checkpoints.
    private static final int FIRST_ID = 2;

    final String typeName;

    JfrV2Type(String typeName) {
        this.typeName = typeName;
    }

    long id() {
        return FIRST_ID + ordinal();
    }
}
