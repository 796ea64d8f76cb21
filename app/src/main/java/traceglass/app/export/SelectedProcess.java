package traceglass.app.export;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.select.ProcessesOfSelection;
import traceglass.analysis.select.Selection;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// The process of a selected event or of selected tracks.
record SelectedProcess(ProcessesOfSelection processes) {

    /// Returns the process of a selection; empty if the selection can't belong to one.
    static Optional<SelectedProcess> of(Selection selection) {
        return ProcessesOfSelection.of(selection).map(SelectedProcess::new);
    }

    /// Returns its pid.
    ///
    /// @throws ConvertProblem if there is none, or there are several
    long pid(TraceRows rows) throws IOException, ConvertProblem {
        Set<Long> pids = new HashSet<>();
        rows.query(processes.sql(), cursor -> {
            while (cursor.next()) {
                pids.add(cursor.getLong(0));
            }
        });
        if (pids.size() != 1) {
            throw new ConvertProblem(pids.isEmpty() ? ExportTexts.NO_PROCESS : ExportTexts.SEVERAL_PROCESSES);
        }
        return pids.iterator().next();
    }
}
