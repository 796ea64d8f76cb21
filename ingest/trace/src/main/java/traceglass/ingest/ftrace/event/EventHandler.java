package traceglass.ingest.ftrace.event;

/// Parses kernel events of one kind into rows.
@FunctionalInterface
public interface EventHandler {

    void handle(KernelEvent e);
}
