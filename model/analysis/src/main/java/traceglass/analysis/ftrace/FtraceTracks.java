package traceglass.analysis.ftrace;

import static traceglass.store.language.Translations.tr;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;
import traceglass.store.database.StoreStatistics;

/// Adds raw ftrace events, one track for each CPU.
final class FtraceTracks implements TrackProvider {

    private static final int ORDER = -5;

    private record FtraceCpu(long ucpu, int cpu, long machine) {}

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<FtraceCpu> cpus = contents.query(
                """
                SELECT f.ucpu, coalesce(c.cpu, f.ucpu), coalesce(c.machine_id, 0)
                FROM %s AS f
                LEFT JOIN __intrinsic_cpu AS c ON c.id = f.ucpu ORDER BY 3, 2
                """.formatted(StoreStatistics.FTRACE_CPUS),
                r -> new FtraceCpu(r.getLong(1), r.getInt(2), r.getLong(3)));
        DraftNode group = DraftNode.group("ftrace", tr("Ftrace Events"), ORDER).setIcon("terminal");
        for (FtraceCpu cpu : cpus) {
            group.add(new DraftNode(
                    "ftrace/" + cpu.ucpu(),
                    new FtraceTrack(cpu.ucpu()),
                    "Ftrace Track for CPU " + cpu.cpu() + contents.machineSuffix(cpu.machine()),
                    0));
        }
        tree.root().add(group);
    }
}
