package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.BitSet;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// CPU time of the threads of a process, one lane for each CPU: content of a collapsed process group if there is
/// scheduling data.
public record ProcessSched(long upid) implements TrackKind {

    @Override
    public String id() {
        return "process_sched";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.LANES;
    }

    @Override
    public String label() {
        return ReportTexts.CPU_TIME;
    }

    /// The help text is about the process group in which it is drawn.
    @Override
    public String help(TrackNode node) {
        return "process";
    }

    @Override
    public String table() {
        return "sched";
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    private interface RowSink {
        void add(long id, long ts, long dur, long utid, long ucpu);
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        Map<Long, ThreadLabels.Label> threads =
                context.shared(ThreadLabels.class, ThreadLabels::new).read(context);
        Map<Long, Integer> lanes = context.shared(CpuLanes.class, CpuLanes::new).read(context);
        EventArrays events = new EventArrays(true);
        RowSink sink = (id, ts, dur, utid, ucpu) -> events.add(
                id,
                ts,
                dur,
                lanes.getOrDefault(ucpu, 0),
                0,
                threads.getOrDefault(utid, ThreadLabels.UNKNOWN).thread(),
                null);
        SchedSlices.Rows sharedRows =
                context.shared(SchedSlices.class, SchedSlices::new).rows(context);
        if (sharedRows == null) {
            context.forEachRow(
                    "SELECT s.id, s.ts, s.dur, s.utid, s.ucpu FROM __intrinsic_sched_slice AS s"
                            + " JOIN __intrinsic_thread AS t ON t.id = s.utid WHERE t.upid = " + upid
                            + " ORDER BY s.ts",
                    r -> sink.add(r.getLong(1), r.getLong(2), r.getLong(3), r.getLong(4), r.getLong(5)));
        } else {
            BitSet utids = new BitSet();
            threads.forEach((utid, label) -> utids.set(utid.intValue(), label.upid() == upid));
            for (int i = 0; i < sharedRows.size(); i++) {
                if (utids.get(sharedRows.utid()[i])) {
                    sink.add(
                            sharedRows.id()[i],
                            sharedRows.ts()[i],
                            sharedRows.dur()[i],
                            sharedRows.utid()[i],
                            sharedRows.ucpu()[i]);
                }
            }
        }
        return SliceLayout.inRows(events, context.traceEnd());
    }
}
