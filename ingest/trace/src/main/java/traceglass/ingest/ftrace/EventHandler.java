package traceglass.ingest.ftrace;

/// Makes rows of one kind of kernel event.
@FunctionalInterface
/// Takes the events of one number, one after the other.
interface EventHandler {

    void event(KernelEvent e);
}
