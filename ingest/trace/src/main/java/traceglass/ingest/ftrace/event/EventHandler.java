package traceglass.ingest.ftrace.event;

/// Makes rows of one kind of kernel event: takes the events of one number, one after the other.
@FunctionalInterface
public interface EventHandler {

    void event(KernelEvent e);
}
