package traceglass.service.testing;

/// Contents of `format` files with arbitrary event ids.
public final class KernelFormats {

    private static final String COMMON = """
            	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
            	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
            	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
            	field:int common_pid;	offset:4;	size:4;	signed:1;

            """;

    public static final String HEADER_PAGE = """
            	field: u64 timestamp;	offset:0;	size:8;	signed:0;
            	field: local_t commit;	offset:8;	size:8;	signed:1;
            	field: int overwrite;	offset:8;	size:1;	signed:1;
            	field: char data;	offset:16;	size:4080;	signed:0;
            """;

    public static final String SCHED_SWITCH = format("sched_switch", 100, """
            	field:char prev_comm[16];	offset:8;	size:16;	signed:0;
            	field:pid_t prev_pid;	offset:24;	size:4;	signed:1;
            	field:int prev_prio;	offset:28;	size:4;	signed:1;
            	field:long prev_state;	offset:32;	size:8;	signed:1;
            	field:char next_comm[16];	offset:40;	size:16;	signed:0;
            	field:pid_t next_pid;	offset:56;	size:4;	signed:1;
            	field:int next_prio;	offset:60;	size:4;	signed:1;
            """);

    public static final String SCHED_WAKING = format("sched_waking", 101, """
            	field:char comm[16];	offset:8;	size:16;	signed:0;
            	field:pid_t pid;	offset:24;	size:4;	signed:1;
            	field:int prio;	offset:28;	size:4;	signed:1;
            	field:int target_cpu;	offset:32;	size:4;	signed:1;
            """);

    public static final String PRINT = format("print", 5, """
            	field:unsigned long ip;	offset:8;	size:8;	signed:0;
            	field:char buf[];	offset:16;	size:0;	signed:0;
            """);

    public static final String IRQ_HANDLER_ENTRY = format("irq_handler_entry", 102, """
            	field:int irq;	offset:8;	size:4;	signed:1;
            	field:__data_loc char[] name;	offset:12;	size:4;	signed:0;
            """);

    public static final String SYS_ENTER = format("sys_enter", 103, """
            	field:long id;	offset:8;	size:8;	signed:1;
            	field:unsigned long args[6];	offset:16;	size:48;	signed:0;
            """);

    public static final String SYS_EXIT = format("sys_exit", 104, """
            	field:long id;	offset:8;	size:8;	signed:1;
            	field:long ret;	offset:16;	size:8;	signed:1;
            """);

    public static final String WORKQUEUE_EXECUTE_START = format("workqueue_execute_start", 105, """
            	field:void * work;	offset:8;	size:8;	signed:0;
            	field:void * function;	offset:16;	size:8;	signed:0;
            """);

    public static final String BLOCK_RQ_REQUEUE = format("block_rq_requeue", 106, """
            	field:dev_t dev;	offset:8;	size:4;	signed:0;
            	field:sector_t sector;	offset:16;	size:8;	signed:0;
            	field:unsigned int nr_sector;	offset:24;	size:4;	signed:0;
            """);

    /// An event that is not in the schema, with a field of each encoding.
    public static final String OWN_EVENT = format("own_event", 107, """
            	field:u8 small;	offset:8;	size:1;	signed:0;
            	field:bool yes;	offset:9;	size:1;	signed:0;
            	field:s16 negative;	offset:10;	size:2;	signed:1;
            	field:const char * text;	offset:16;	size:8;	signed:0;
            	field:struct thing what;	offset:24;	size:12;	signed:0;
            	field:__data_loc char[] located;	offset:36;	size:4;	signed:0;
            """);

    public static final String KPROBE = format("do_thing", 108, """
            	field:unsigned long __probe_ip;	offset:8;	size:8;	signed:0;
            """);

    private KernelFormats() {}

    private static String format(String name, int id, String fields) {
        return "name: " + name + "\nID: " + id + "\nformat:\n" + COMMON + fields + "\nprint fmt: \"…\", REC->x\n";
    }
}
