package traceglass.ingest.sysprof;

import java.nio.ByteOrder;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;

/// Reads the frames of a capture. Names and definitions apply to the whole capture; everything else is passed on in
/// time order.
final class CaptureEvents {

    private static final int METADATA_ID_LENGTH = 40;

    private final ImportContext context;
    private final ByteOrder order;
    private final EventSorter.Queue queue;
    private final CaptureSymbols names = new CaptureSymbols();
    private final EmbeddedFiles files = new EmbeddedFiles();
    private final CaptureRows rows;

    CaptureEvents(ImportContext context, ByteOrder order) {
        this.context = context;
        this.order = order;
        CaptureRows created = new CaptureRows(context, names);
        rows = created;
        queue = context.sorter()
                .queue(
                        (ts, data, ref) -> created.emit(ts, new CaptureFrame((byte[]) ref, order)),
                        new CaptureEventCodec());
        context.session().atEnd(created::finish);
    }

    void add(CaptureFrame frame) {
        switch (frame.type()) {
            case CaptureFrame.JITMAP -> names.addSynthetic(frame);
            case CaptureFrame.FILE_CHUNK -> files.add(frame);
            case CaptureFrame.COUNTER_DEFINITIONS -> rows.counters().define(frame);
            case CaptureFrame.METADATA ->
                context.metadata()
                        .setDynamic(
                                "sysprof_" + frame.text(CaptureFrame.HEADER_SIZE, METADATA_ID_LENGTH),
                                frame.text(CaptureFrame.HEADER_SIZE + METADATA_ID_LENGTH));
            case CaptureFrame.SAMPLE,
                    CaptureFrame.MAP,
                    CaptureFrame.PROCESS,
                    CaptureFrame.FORK,
                    CaptureFrame.EXIT,
                    CaptureFrame.COUNTER_VALUES,
                    CaptureFrame.MARK,
                    CaptureFrame.LOG,
                    CaptureFrame.ALLOCATION,
                    CaptureFrame.TRACE,
                    CaptureFrame.DBUS_MESSAGE -> {
                long ts = context.clocks().defaultToTraceTime(frame.time());
                if (ts != ClockTracker.NONE) {
                    queue.push(ts, 0, frame.bytes());
                }
            }
            case CaptureFrame.TIMESTAMP, CaptureFrame.OVERLAY -> {
                // Times and mounts of containers have no rows.
            }
            default -> context.stats().increment(StatNames.SYSPROF_UNKNOWN_FRAME);
        }
    }

    /// Reads the embedded files, which may be at the end, before the first event is emitted.
    void finish() {
        names.addResolved(files.content(EmbeddedFiles.SYMBOLS), order);
        names.addKernel(files.content(EmbeddedFiles.KALLSYMS));
    }
}
