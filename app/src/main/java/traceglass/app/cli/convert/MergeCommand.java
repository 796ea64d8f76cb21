package traceglass.app.cli.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.launch.TimeOffset;
import traceglass.convert.merge.MergeAlignment;
import traceglass.convert.merge.MergeArchive;
import traceglass.convert.merge.MergeOptions;
import traceglass.convert.merge.TraceMerge;
import traceglass.ingest.ImportProgress;
import traceglass.store.time.TimeText;

/// `merge A B … -o OUT`: writes several traces as one.
@Command(name = "merge", description = ConvertTexts.MERGE, mixinStandardHelpOptions = true)
public final class MergeCommand implements Callable<Integer> {

    /// The machine that a trace of a virtualized system was recorded on.
    enum Side {
        HOST,
        GUEST
    }

    @Spec
    CommandSpec spec;

    @Mixin
    OutputFlags output;

    @Option(names = "--offset", paramLabel = "TRACE=TIME", description = ConvertTexts.MERGE_OFFSET)
    Map<String, String> offsets = new LinkedHashMap<>();

    @Option(names = "--align", paramLabel = "NAME", description = ConvertTexts.MERGE_ALIGN)
    String sharedEvent;

    @Option(names = "--guest-tsc-offset", paramLabel = "CYCLES", description = ConvertTexts.MERGE_TSC_OFFSET)
    long guestTscOffset;

    @Option(names = "--main", paramLabel = "host|guest", description = ConvertTexts.MERGE_MAIN)
    Side main;

    @Option(names = "--archive", description = ConvertTexts.MERGE_ARCHIVE)
    boolean isArchive;

    @Parameters(paramLabel = "TRACE", arity = "1..*", description = ConvertTexts.MERGE_TRACES)
    List<Path> traces;

    @Override
    public Integer call() throws Failure {
        if (traces.size() < 2) {
            throw new ParameterException(spec.commandLine(), ConvertTexts.TOO_FEW_TRACES);
        }
        MergeOptions options =
                new MergeOptions(offsets(), sharedEvent, guestTscOffset, main == null ? null : main == Side.HOST);
        output.write(traces, out -> {
            ImportProgress progress = new ImportProgress();
            if (isArchive) {
                report(MergeArchive.write(traces, options, out, progress));
            } else {
                TraceMerge merge = TraceMerge.of(traces, options, progress);
                report(merge.aligned());
                merge.write(out, progress);
            }
        });
        return 0;
    }

    private static void report(List<TraceMerge.Aligned> traces) throws IOException {
        for (TraceMerge.Aligned trace : traces) {
            MergeAlignment alignment = trace.alignment();
            if (trace != traces.getFirst()) {
                CommandOutput.report(ConvertTexts.aligned(
                        trace.file(),
                        alignment.method(),
                        signed(alignment.offsetAt(alignment.from())),
                        Math.round((alignment.rate() - 1) * 1e9) / 1e3,
                        alignment.residualNs() < 0 ? null : TimeText.duration(alignment.residualNs())));
            }
            if (!trace.loss().isEmpty()) {
                CommandOutput.report(trace.file() + ": " + trace.loss());
            }
        }
    }

    private static String signed(long ns) {
        return (ns < 0 ? "-" : "+") + TimeText.duration(Math.abs(ns));
    }

    private Map<Integer, Long> offsets() {
        Map<Integer, Long> byIndex = new HashMap<>();
        offsets.forEach((name, time) -> {
            boolean isFound = false;
            for (int i = 0; i < traces.size(); i++) {
                Path trace = traces.get(i);
                if (trace.toString().equals(name) || trace.endsWith(name)) {
                    byIndex.put(i, ns(time));
                    isFound = true;
                }
            }
            if (!isFound) {
                throw new ParameterException(spec.commandLine(), ConvertTexts.noSuchInput(name));
            }
        });
        return byIndex;
    }

    private long ns(String time) {
        return TimeOffset.parse(time)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), ConvertTexts.noOffset(time)));
    }
}
