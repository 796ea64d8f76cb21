package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.store.names.StatNames;

/// Splits buffers into events, converts their times and passes the events to their handlers in time order.
final class EtlReader {

    private static final int MIN_EVENT = 8;

    private final ImportContext context;
    private final Map<Integer, EventSorter.Queue> queues = new HashMap<>();
    private final EtlEvent event = new EtlEvent();
    private final EtlEvent sorted = new EtlEvent();
    private final EtlImages images = new EtlImages();
    private final EtlStackKeys stackKeys = new EtlStackKeys();
    private final ManagedMethods methods = new ManagedMethods();
    private LogFileHeader header;
    private EtlKernelEvents kernel;
    private EtlProviderEvents providers;

    EtlReader(ImportContext context) {
        this.context = context;
    }

    boolean hasHeader() {
        return header != null;
    }

    void read(EtlBuffer buffer) {
        int offset = EtlBuffer.HEADER_SIZE;
        while (event.moveTo(buffer, offset)) {
            if (header == null) {
                start();
            }
            tokenize(buffer, offset);
            offset = event.next();
        }
        if (buffer.end() - offset >= MIN_EVENT) {
            context.stats().increment(StatNames.ETL_INVALID_EVENT);
        }
    }

    /// Reads the first event as the log file header.
    private void start() {
        header = new LogFileHeader(event);
        header.useClock(context);
        add(StatNames.ETL_LOST_EVENTS, header.eventsLost());
        add(StatNames.ETL_LOST_BUFFERS, header.buffersLost());
        kernel = new EtlKernelEvents(context, header, new EtlSamples(context, images, methods), stackKeys);
        providers = new EtlProviderEvents(context);
    }

    private void add(String stat, long count) {
        if (count > 0) {
            context.stats().add(stat, count);
        }
    }

    private void tokenize(EtlBuffer buffer, int offset) {
        if (event.form == EtlEvent.Form.OTHER) {
            context.stats().increment(StatNames.ETL_SKIPPED_EVENT);
            return;
        }
        if (event.form == EtlEvent.Form.KERNEL) {
            // Images and stacks may be listed at the end of a trace, but samples need them earlier.
            images.read(event);
            stackKeys.read(event);
            if (!kernel.hasHandler(event)) {
                if (!isDescriptive(event)) {
                    context.stats().increment(StatNames.ETL_SKIPPED_EVENT);
                }
                return;
            }
        }
        if (event.form != EtlEvent.Form.KERNEL) {
            if (images.readIdentity(event)) {
                return;
            }
            providers.scan(event);
            methods.read(event);
        }
        long time = event.form == EtlEvent.Form.KERNEL ? kernel.time(event) : event.time;
        long ns = header.ns(time);
        if (ns < 0) {
            context.stats().increment(StatNames.ETL_INVALID_EVENT);
            return;
        }
        long ts = context.clocks().defaultToTraceTime(ns);
        queues.computeIfAbsent(buffer.cpu(), c -> context.sorter().queue(this::handle))
                .push(ts, offset, buffer);
    }

    /// Returns whether a kernel event only describes the file, a stack or an image, so that it is not counted as
    /// skipped.
    private static boolean isDescriptive(EtlEvent e) {
        return e.group == EtlKernelEvents.HEADER || e.group == EtlKernelEvents.STACK || EtlImages.isImageEvent(e);
    }

    private void handle(long ts, long location, Object ref) {
        EtlBuffer buffer = (EtlBuffer) ref;
        sorted.moveTo(buffer, (int) location);
        if (sorted.form == EtlEvent.Form.KERNEL) {
            kernel.read(ts, buffer.cpu(), sorted);
        } else {
            providers.read(ts, sorted);
        }
    }

    /// Finishes after the last event.
    void finish() {
        kernel.finish();
        providers.finish();
    }
}
