package traceglass.convert.cut;

import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.perfetto.reader.PacketTimes;

/// Finds the times of the first and last event of a trace.
final class EventSpan implements PacketFile.Sink, FtraceBundleReader.Visitor {

    private final PacketReading reading = new PacketReading();
    private final PacketSelector selector;
    private final FtraceBundleReader bundles;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /// @param selector selects events
    EventSpan(PacketSelector selector) {
        this.selector = selector;
        bundles = new FtraceBundleReader(selector);
    }

    @Override
    public void packet(byte[] buffer, int offset, int length) {
        if (!reading.read(buffer, offset, length) || !reading.isIn(selector)) {
            return;
        }
        switch (reading.kind()) {
            case NO_CONTENT, STATE, LOGS -> {}
            case FTRACE -> bundles.read(reading.packet, reading.times, this);
            case TRACK_EVENT -> {
                if (!TrackEventState.isMetadata(reading)) {
                    add(reading.ts());
                }
            }
            default -> {
                add(reading.ts());
                add(reading.lastTs());
            }
        }
    }

    private void add(long ts) {
        if (ts != PacketTimes.NONE) {
            first = Math.min(first, ts);
            last = Math.max(last, ts);
        }
    }

    @Override
    public void event(int index, long ts, int id, long tid) {
        add(ts);
    }

    @Override
    public void compactSwitch(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        add(ts);
    }

    @Override
    public void compactWaking(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        add(ts);
    }

    boolean isEmpty() {
        return first > last;
    }

    /// Returns the time of the first event in ns.
    long first() {
        return first;
    }

    /// Returns the time of the last event in ns.
    long last() {
        return last;
    }
}
