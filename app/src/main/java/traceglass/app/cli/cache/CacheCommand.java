package traceglass.app.cli.cache;

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
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.store.cache.StoreCache;
import traceglass.store.text.DisplayText;

/// `cache list|clear`: lists or removes the cached databases of traces.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "cache", description = CacheTexts.CACHE, mixinStandardHelpOptions = true)
public final class CacheCommand implements Runnable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    @ParentCommand
    TraceAccess traces;

    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        throw UsageErrors.of(spec, CacheTexts.NEEDS_SUBCOMMAND);
    }

    @Command(name = "list", description = CacheTexts.LIST, mixinStandardHelpOptions = true)
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
            CommandOutput.print(CacheTexts.cacheTotal(entries.size(), bytes, folder));
            return 0;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(folder, CommandOutput.reason(e)), e);
        }
    }

    @Command(name = "clear", description = CacheTexts.CLEAR, mixinStandardHelpOptions = true)
    int clear() throws Failure {
        Path folder = folder();
        try {
            CommandOutput.print(CacheTexts.cacheCleared(new StoreCache(folder).clear(), folder));
            return 0;
        } catch (IOException e) {
            throw new Failure(CacheTexts.cantClear(folder, CommandOutput.reason(e)), e);
        }
    }

    private Path folder() {
        Path folder = traces.options().cacheDir();
        if (folder == null) {
            throw UsageErrors.of(spec, CacheTexts.TURNED_OFF);
        }
        return folder;
    }
}
