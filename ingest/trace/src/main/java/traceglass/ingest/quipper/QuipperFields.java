package traceglass.ingest.quipper;

/// Field numbers of perf_data.proto of quipper.
final class QuipperFields {

    static final int DATA_ATTRS = 1;
    static final int DATA_EVENTS = 2;
    static final int DATA_BUILD_IDS = 7;
    static final int DATA_EVENT_TYPES = 10;
    static final int DATA_STRINGS = 13;
    static final int DATA_TRACING = 14;
    static final int DATA_UNITS = 15;

    static final int FILE_ATTR = 1;
    static final int FILE_ATTR_IDS = 2;

    static final int ATTR_TYPE = 1;
    static final int ATTR_SIZE = 2;
    static final int ATTR_CONFIG = 3;
    static final int ATTR_PERIOD = 4;
    static final int ATTR_FREQUENCY = 5;
    static final int ATTR_SAMPLE_TYPE = 6;
    static final int ATTR_READ_FORMAT = 7;
    static final int ATTR_IS_FREQUENCY = 18;
    static final int ATTR_SAMPLE_ID_ALL = 25;
    static final int ATTR_BRANCH_SAMPLE_TYPE = 35;
    static final int ATTR_CONTEXT_SWITCH = 43;
    static final int ATTR_LAST = 48;

    static final int EVENT_HEADER = 1;
    static final int EVENT_MMAP = 2;
    static final int EVENT_SAMPLE = 3;
    static final int EVENT_COMM = 4;
    static final int EVENT_FORK = 5;
    static final int EVENT_LOST = 6;
    static final int EVENT_EXIT = 9;
    static final int EVENT_AUXTRACE = 12;
    static final int EVENT_ITRACE_START = 13;
    static final int EVENT_LOST_SAMPLES = 14;
    static final int EVENT_SWITCH = 15;
    static final int EVENT_AUXTRACE_INFO = 18;
    static final int EVENT_KSYMBOL = 25;

    static final int HEADER_TYPE = 1;
    static final int HEADER_MISC = 2;

    static final int INFO_PID = 1;
    static final int INFO_TID = 2;
    static final int INFO_TIME = 3;
    static final int INFO_ID = 4;
    static final int INFO_CPU = 5;
    static final int INFO_STREAM_ID = 6;

    static final int SAMPLE_IP = 1;
    static final int SAMPLE_PID = 2;
    static final int SAMPLE_TID = 3;
    static final int SAMPLE_TIME = 4;
    static final int SAMPLE_ADDRESS = 5;
    static final int SAMPLE_ID = 6;
    static final int SAMPLE_STREAM_ID = 7;
    static final int SAMPLE_PERIOD = 8;
    static final int SAMPLE_CPU = 9;
    static final int SAMPLE_CALLCHAIN = 11;
    static final int SAMPLE_BRANCHES = 12;
    static final int SAMPLE_READ = 18;
    static final int SAMPLE_RAW = 21;
    static final int SAMPLE_BRANCH_INDEX = 25;

    static final int READ_ENABLED = 1;
    static final int READ_RUNNING = 2;
    static final int READ_VALUES = 3;
    static final int READ_VALUE = 1;
    static final int READ_ID = 2;
    static final int READ_LOST = 3;

    static final int BRANCH_FROM = 1;
    static final int BRANCH_TO = 2;

    static final int MMAP_PID = 1;
    static final int MMAP_TID = 2;
    static final int MMAP_START = 3;
    static final int MMAP_LENGTH = 4;
    static final int MMAP_OFFSET = 5;
    static final int MMAP_FILE = 6;
    static final int MMAP_INFO = 8;
    static final int MMAP_MAJOR = 9;
    static final int MMAP_MINOR = 10;
    static final int MMAP_INODE = 11;
    static final int MMAP_GENERATION = 12;
    static final int MMAP_PROTECTION = 13;
    static final int MMAP_FLAGS = 14;
    static final int MMAP_BUILD_ID = 17;

    static final int COMM_PID = 1;
    static final int COMM_TID = 2;
    static final int COMM_NAME = 3;
    static final int COMM_INFO = 6;

    static final int FORK_PID = 1;
    static final int FORK_PARENT_PID = 2;
    static final int FORK_TID = 3;
    static final int FORK_PARENT_TID = 4;
    static final int FORK_TIME = 5;
    static final int FORK_INFO = 11;

    static final int LOST_ID = 1;
    static final int LOST_COUNT = 2;
    static final int LOST_INFO = 3;

    static final int LOST_SAMPLES_COUNT = 1;
    static final int LOST_SAMPLES_INFO = 2;

    static final int ITRACE_PID = 1;
    static final int ITRACE_TID = 2;
    static final int ITRACE_INFO = 3;

    static final int SWITCH_PID = 2;
    static final int SWITCH_TID = 3;
    static final int SWITCH_INFO = 4;

    static final int KSYMBOL_ADDRESS = 1;
    static final int KSYMBOL_LENGTH = 2;
    static final int KSYMBOL_TYPE = 3;
    static final int KSYMBOL_FLAGS = 4;
    static final int KSYMBOL_NAME = 5;
    static final int KSYMBOL_INFO = 6;

    static final int AUXTRACE_DATA = 7;
    static final int AUXTRACE_KIND = 1;

    static final int BUILD_ID_MISC = 1;
    static final int BUILD_ID_PID = 2;
    static final int BUILD_ID_HASH = 3;
    static final int BUILD_ID_FILE = 4;

    static final int EVENT_TYPE_NAME = 2;
    static final int UNIT_TYPE = 1;
    static final int UNIT_NAME = 2;
    static final int TRACING_DATA = 1;

    static final int STRINGS_RELEASE = 2;
    static final int STRINGS_ARCH = 4;
    static final int STRINGS_WORD = 7;
    static final int STRINGS_COMMAND = 8;
    static final int STRING_VALUE = 1;

    private QuipperFields() {}
}
