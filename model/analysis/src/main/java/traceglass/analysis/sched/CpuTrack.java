package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Track of the scheduling slices of one CPU: rows of `sched` with its `ucpu`, labeled `thread · process`.
///
/// @param ucpu unique id of the CPU across machines
/// @param cpu display number of the CPU
public record CpuTrack(long ucpu, int cpu) implements TrackKind {

    @Override
    public String id() {
        return "cpu_sched";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.CPU;
    }

    @Override
    public String label() {
        return ReportTexts.CPU;
    }

    @Override
    public String icon() {
        return "cpu";
    }

    @Override
    public String table() {
        return "sched";
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("sched", "ucpu", ucpu));
    }

    @Override
    public Owner owner() {
        return Owner.cpu(ucpu, cpu);
    }

    @Override
    public boolean fadesOthers() {
        return true;
    }

    private interface Row {
        void add(long id, long ts, long dur, long utid, char rank);
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        ThreadLabels labels = context.shared(ThreadLabels.class, ThreadLabels::new);
        Map<Long, ThreadLabels.Label> threads = labels.read(context);
        EventArrays events = new EventArrays(false);
        Map<ThreadLabels.Label, String[]> keys = new IdentityHashMap<>();
        Row row = (id, ts, dur, utid, rank) -> {
            ThreadLabels.Label label = threads.getOrDefault(utid, ThreadLabels.UNKNOWN);
            if (!label.isIdle()) {
                String[] keyByRank = keys.computeIfAbsent(label, _ -> new String[128]);
                if (keyByRank[rank] == null) {
                    keyByRank[rank] = label.process() + TrackStyle.Colors.PRIORITY_MARK + rank;
                }
                events.add(id, ts, dur, 0, 0, label.withProcess(), keyByRank[rank]);
            }
        };
        SchedSlices.Rows sharedRows =
                context.shared(SchedSlices.class, SchedSlices::new).rows(context);
        if (sharedRows == null) {
            context.forEachRow(
                    "SELECT id, ts, dur, utid, coalesce(priority, 120) FROM __intrinsic_sched_slice WHERE ucpu = "
                            + ucpu,
                    r -> row.add(
                            r.getLong(1), r.getLong(2), r.getLong(3), r.getLong(4), SchedSlices.rank(r.getLong(5))));
        } else {
            for (int i = 0; i < sharedRows.size(); i++) {
                if (sharedRows.ucpu()[i] == ucpu) {
                    row.add(
                            sharedRows.id()[i],
                            sharedRows.ts()[i],
                            sharedRows.dur()[i],
                            sharedRows.utid()[i],
                            (char) sharedRows.rank()[i]);
                }
            }
        }
        return SliceLayout.inRows(events, context.traceEnd());
    }
}
