package traceglass.ingest.json;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.table.StringPool;

/// Records errors in single events: counts them and stores the event's name and phase.
final class JsonProblems {

    private final ImportContext context;

    JsonProblems(ImportContext context) {
        this.context = context;
    }

    /// @param stat name of the statistic
    /// @param extraArgs adds details to the error; may be null
    void record(String stat, long ts, JsonEvents events, int i, ArgsWriter extraArgs) {
        StringPool strings = context.strings();
        int name = events.name[i];
        String phase = String.valueOf((char) (events.phase[i] & 0xff));
        context.logs().recordAtTime(stat, ts, a -> {
            a.addString(strings.intern("event_name"), name);
            a.addString(strings.intern("event_phase"), strings.intern(phase));
            if (extraArgs != null) {
                extraArgs.write(a);
            }
        });
    }
}
