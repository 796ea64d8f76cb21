package traceglass.ingest.ftrace;

/// Makes rows of one kind of kernel event.
@FunctionalInterface
interface EventHandler {

    void event(KernelEvent e);
}
