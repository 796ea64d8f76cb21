package traceglass.ingest.ftrace.event;

/// Makes rows of one kind of kernel event.
@FunctionalInterface
public /// Takes the events of one number, one after the other.
interface EventHandler {

    void event(KernelEvent e);
}
