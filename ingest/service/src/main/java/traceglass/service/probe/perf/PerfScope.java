package traceglass.service.probe.perf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import traceglass.protos.config.PerfEventConfig;

/// Selects the processes whose samples are recorded. The decision about a process is made at its first sample.
final class PerfScope {

    private static final int MAX_DECISIONS = 100_000;

    private final Path proc;
    private final Set<Integer> pids;
    private final Set<Integer> excludedPids;
    private final List<NamePattern> names;
    private final List<NamePattern> excludedNames;
    private final int additional;
    private final int shards;
    private final int shard;
    private final Set<String> added = new HashSet<>();
    private final Map<Integer, Boolean> decisions = new HashMap<>();

    /// A pattern for command lines. If it starts with a slash, it must match the full path of the program, else its
    /// file name; `*` matches any string.
    private record NamePattern(boolean isPath, Pattern pattern) {

        static NamePattern of(String text) {
            String quoted = Pattern.quote(text).replace("*", "\\E.*\\Q");
            return new NamePattern(text.startsWith("/"), Pattern.compile(quoted, Pattern.DOTALL));
        }

        boolean matches(String program) {
            String compared = isPath ? program : program.substring(program.lastIndexOf('/') + 1);
            return pattern.matcher(compared).matches();
        }
    }

    /// @param proc `/proc`, or a folder with the same structure
    /// @param chosenShard index of the recorded shard, less than `process_shard_count`
    PerfScope(PerfEventConfig.Scope scope, Path proc, int chosenShard) {
        this.proc = proc;
        pids = Set.copyOf(new HashSet<>(scope.getTargetPidList()));
        excludedPids = Set.copyOf(new HashSet<>(scope.getExcludePidList()));
        names = scope.getTargetCmdlineList().stream().map(NamePattern::of).toList();
        excludedNames =
                scope.getExcludeCmdlineList().stream().map(NamePattern::of).toList();
        additional = scope.getAdditionalCmdlineCount();
        shards = scope.getProcessShardCount();
        shard = chosenShard;
    }

    boolean includes(int pid) {
        Boolean existing = decisions.get(pid);
        if (existing == null) {
            if (decisions.size() >= MAX_DECISIONS) {
                decisions.clear();
            }
            existing = matchesScope(pid);
            decisions.put(pid, existing);
        }
        return existing;
    }

    private boolean matchesScope(int pid) {
        if (shards > 1 && pid % shards != shard || excludedPids.contains(pid)) {
            return false;
        }
        boolean isForAll = pids.isEmpty() && names.isEmpty() && additional == 0;
        if (isForAll && excludedNames.isEmpty()) {
            return true;
        }
        String program = program(pid);
        if (excludedNames.stream().anyMatch(p -> p.matches(program))) {
            return false;
        }
        if (isForAll || pids.contains(pid)) {
            return true;
        }
        if (program.isEmpty()) {
            return false;
        }
        if (names.stream().anyMatch(p -> p.matches(program)) || added.contains(program)) {
            return true;
        }
        return added.size() < additional && added.add(program);
    }

    /// Returns the first word of the command line; empty for a kernel thread or a process that has ended.
    private String program(int pid) {
        try {
            byte[] line = Files.readAllBytes(proc.resolve(Integer.toString(pid)).resolve("cmdline"));
            int end = 0;
            while (end < line.length && line[end] != 0) {
                end++;
            }
            return new String(line, 0, end, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
