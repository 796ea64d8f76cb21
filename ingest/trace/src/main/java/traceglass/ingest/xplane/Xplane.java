package traceglass.ingest.xplane;

/// Field numbers of `XSpace` and its messages, as in `xplane.proto` of TensorFlow.
final class Xplane {

    static final int PLANES = 1;
    static final int ERRORS = 2;
    static final int WARNINGS = 3;
    static final int HOSTNAMES = 4;

    static final int PLANE_ID = 1;
    static final int PLANE_NAME = 2;
    static final int PLANE_LINES = 3;
    static final int PLANE_EVENT_METADATA = 4;
    static final int PLANE_STAT_METADATA = 5;
    static final int PLANE_STATS = 6;

    static final int LINE_ID = 1;
    static final int LINE_NAME = 2;
    static final int LINE_TIMESTAMP_NS = 3;
    static final int LINE_EVENTS = 4;
    static final int LINE_DISPLAY_ID = 10;
    static final int LINE_DISPLAY_NAME = 11;

    static final int EVENT_METADATA_ID = 1;
    static final int EVENT_OFFSET_PS = 2;
    static final int EVENT_DURATION_PS = 3;
    static final int EVENT_STATS = 4;
    static final int EVENT_OCCURRENCES = 5;

    static final int STAT_METADATA_ID = 1;
    static final int STAT_DOUBLE = 2;
    static final int STAT_UINT64 = 3;
    static final int STAT_INT64 = 4;
    static final int STAT_STRING = 5;
    static final int STAT_BYTES = 6;
    static final int STAT_REF = 7;

    /// Fields of map entries.
    static final int KEY = 1;

    static final int VALUE = 2;

    /// Fields of the metadata of events and of stats.
    static final int METADATA_NAME = 2;

    static final int METADATA_DISPLAY_NAME = 4;
    static final int METADATA_STATS = 5;

    private Xplane() {}
}
