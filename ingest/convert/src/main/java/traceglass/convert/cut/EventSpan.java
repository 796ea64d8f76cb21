package traceglass.convert.cut;

import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.packet.PacketFile;
import traceglass.ingest.perfetto.reader.PacketTimes;

/// Finds the times of the first and last event of a trace.
final class EventSpan implements PacketFile.Sink, FtraceBundleReader.Visitor {

    private final CutPacketReader reader = new CutPacketReader();
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
    public void onPacket(byte[] buffer, int offset, int length) {
        if (!reader.read(buffer, offset, length) || !reader.isSelectedBy(selector)) {
            return;
        }
        switch (reader.kind()) {
            case NO_CONTENT, STATE, LOGS -> {}
            case FTRACE -> bundles.read(reader.packet, reader.times, this);
            case TRACK_EVENT -> {
                if (!TrackEventState.isMetadata(reader)) {
                    add(reader.ts());
                }
            }
            default -> {
                add(reader.ts());
                add(reader.lastTs());
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
    public void onEvent(int index, long ts, int id, long tid) {
        add(ts);
    }

    @Override
    public void onCompactSwitch(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        add(ts);
    }

    @Override
    public void onCompactWaking(int index, long ts, FtraceBundleReader.Columns columns, int i) {
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
