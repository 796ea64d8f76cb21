package traceglass.ingest.gotrace;

/// An event of either format version, in a common form.
///
/// @param p logical processor, or [#NONE]
/// @param m thread, or [#NONE]
/// @param g goroutine that caused the event, 0 for none
/// @param a first argument, see [Kind]
/// @param b second argument, see [Kind]
/// @param text string id, see [Kind]
/// @param callsite callsite, or -1
record GoEvent(Kind kind, int p, long m, long g, long a, long b, int text, int callsite) {

    /// Marks an unknown processor or thread.
    static final int NONE = -1;

    enum Kind {
        /// A thread takes a processor.
        PROC_START,
        /// A thread loses its processor.
        PROC_STOP,
        /// A goroutine is created: id `a`, start function `text`; `b` is 1 if it is not runnable yet.
        CREATE,
        /// A goroutine exists at the start of a section: state `a` as an ordinal of [GoState], start function
        /// `text`.
        STATUS,
        /// A goroutine starts to run.
        START,
        /// A running goroutine yields and remains runnable: reason `text`.
        YIELD,
        /// A running goroutine blocks: reason `text`.
        BLOCK,
        /// A goroutine ends.
        END,
        /// A goroutine makes the goroutine `a` runnable.
        UNBLOCK,
        /// A system call that may return immediately; version 1 does not record when.
        SYSCALL,
        SYSCALL_BEGIN,
        /// A system call of version 1 blocks, so that its goroutine loses its processor.
        SYSCALL_BLOCK,
        /// A goroutine continues to run after a system call.
        SYSCALL_END,
        /// A goroutine becomes runnable after a system call that blocked.
        SYSCALL_END_BLOCKED,
        /// The number of processors is `a`.
        MAX_PROCS,
        /// The world stops: reason `text`.
        STW_BEGIN,
        STW_END,
        /// Garbage collection number `a`.
        GC_BEGIN,
        GC_END,
        SWEEP_BEGIN,
        /// A sweep has examined `a` bytes and freed `b` of them.
        SWEEP_END,
        ASSIST_BEGIN,
        ASSIST_END,
        /// Live heap of `a` bytes.
        HEAP_ALLOC,
        /// Heap size of `a` bytes at which the next collection starts.
        HEAP_GOAL,
        /// The running goroutine has the label `text`.
        LABEL,
        /// Task `a` with parent `b` and name `text`.
        TASK_BEGIN,
        TASK_END,
        /// Region of task `a` with name `text`.
        REGION_BEGIN,
        REGION_END,
        /// Message with string id `b` and category `text` in task `a`.
        LOG,
        /// Sample of the CPU profiler.
        SAMPLE
    }
}
