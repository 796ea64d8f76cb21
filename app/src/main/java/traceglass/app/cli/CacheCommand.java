package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.store.cache.StoreCache;
import traceglass.store.text.DisplayText;

/// `cache list|clear`: lists or removes the cached databases of traces.
@Command(name = "cache", description = TraceCommandTexts.CACHE, mixinStandardHelpOptions = true)
final class CacheCommand implements Runnable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    @ParentCommand
    Root root;

    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        throw UsageErrors.of(spec, TraceCommandTexts.CACHE_NEEDS_SUBCOMMAND);
    }

    @Command(name = "list", description = TraceCommandTexts.CACHE_LIST, mixinStandardHelpOptions = true)
    int list() throws Failure {
        Path folder = folder();
        try {
            List<StoreCache.Entry> entries = new StoreCache(folder).entries();
            for (StoreCache.Entry e : entries) {
                CommandOutput.print(
                        TIME.format(e.lastUsed().toInstant()) + "  " + String.format("%9s", DisplayText.size(e.bytes()))
                                + "  " + e.file().getFileName());
            }
            long bytes = entries.stream().mapToLong(StoreCache.Entry::bytes).sum();
            CommandOutput.print(TraceCommandTexts.cacheTotal(entries.size(), bytes, folder));
            return 0;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(folder, CommandOutput.reason(e)), e);
        }
    }

    @Command(name = "clear", description = TraceCommandTexts.CACHE_CLEAR, mixinStandardHelpOptions = true)
    int clear() throws Failure {
        Path folder = folder();
        try {
            CommandOutput.print(TraceCommandTexts.cacheCleared(new StoreCache(folder).clear(), folder));
            return 0;
        } catch (IOException e) {
            throw new Failure(TraceCommandTexts.cantClear(folder, CommandOutput.reason(e)), e);
        }
    }

    private Path folder() {
        Path folder = root.store.options().cacheDir();
        if (folder == null) {
            throw UsageErrors.of(spec, TraceCommandTexts.CACHE_TURNED_OFF);
        }
        return folder;
    }
}
