package traceglass.ingest.ftrace;

import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.SequenceStateIds;
import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;

/// Writes the kernel events of one CPU to disk: [FtraceBundle]s with the position of an event or its index in the
/// compact columns, and [RetimedEvent]s.
final class FtraceEventCodec implements EventCodec {

    private static final int BYTES = 0;
    private static final int SWITCH = 1;
    private static final int WAKING = 2;
    /// Flags of retimed events, added to [#BYTES].
    private static final int RETIMED = 4;
    private static final int TO_RAW = 8;
    private static final int TO_PARSE = 16;
    /// Approximate memory that one event takes in the compact columns.
    private static final int COMPACT_BYTES = 36;

    private final SequenceStateIds states;
    private final int cpu;
    /// The compact event read last. It can be reused because emitting an event copies it.
    private final CompactSched compact = CompactSched.ofOneEvent();
    private final FtraceBundle compactBundle;
    /// Bundle of the event that was read last.
    private FtraceBundle bundle;

    FtraceEventCodec(SequenceStateIds states, int cpu) {
        this.states = states;
        this.cpu = cpu;
        compactBundle = new FtraceBundle(new byte[0], null, cpu, compact);
        bundle = compactBundle;
    }

    @Override
    public int size(long location, Object ref) {
        return FtraceBundle.isCompact(location) ? COMPACT_BYTES : FtraceBundle.length(location);
    }

    @Override
    public void write(long location, Object ref, RunOutput out) {
        if (ref instanceof RetimedEvent e) {
            out.writeVarint(BYTES | RETIMED | (e.isForRawTable() ? TO_RAW : 0) | (e.isForParsing() ? TO_PARSE : 0));
            out.writeVarint(e.writtenTs());
            writeBytes(location, e.bundle(), out);
            return;
        }
        FtraceBundle from = (FtraceBundle) ref;
        if (!FtraceBundle.isCompact(location)) {
            out.writeVarint(BYTES);
            writeBytes(location, from, out);
        } else if (FtraceBundle.isWaking(location)) {
            out.writeVarint(WAKING);
            from.compact().writeWaking(FtraceBundle.index(location), out);
        } else {
            out.writeVarint(SWITCH);
            from.compact().writeSwitch(FtraceBundle.index(location), out);
        }
    }

    private void writeBytes(long location, FtraceBundle from, RunOutput out) {
        out.writeVarint(states.add(from.state()));
        out.writeBytes(from.buffer(), FtraceBundle.offset(location), FtraceBundle.length(location));
    }

    @Override
    public void read(RunInput in) {
        int kind = (int) in.varint();
        if (kind == SWITCH) {
            compact.readSwitch(in);
            in.setEvent(FtraceBundle.compactSwitch(0), compactBundle);
        } else if (kind == WAKING) {
            compact.readWaking(in);
            in.setEvent(FtraceBundle.compactWaking(0), compactBundle);
        } else {
            long writtenTs = (kind & RETIMED) != 0 ? in.varint() : 0;
            SequenceState state = states.remove((int) in.varint());
            if (bundle.buffer() != in.buffer() || bundle.state() != state) {
                bundle = new FtraceBundle(in.buffer(), state, cpu, null);
            }
            in.setEvent(
                    FtraceBundle.location(in.position(), in.remaining()),
                    (kind & RETIMED) == 0
                            ? bundle
                            : new RetimedEvent(bundle, writtenTs, (kind & TO_RAW) != 0, (kind & TO_PARSE) != 0));
        }
    }
}
