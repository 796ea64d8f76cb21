package traceglass.app.cli.update;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.settings.Folders;
import traceglass.app.settings.Settings;
import traceglass.app.update.Installation;
import traceglass.app.update.Release;
import traceglass.app.update.UpdateChoice;
import traceglass.app.update.UpdateProblem;
import traceglass.app.update.Updater;

/// `update [check|install|rollback|on|off]`: updates an installation that can update itself.
@Command(name = "update", description = UpdateCommandTexts.UPDATE, mixinStandardHelpOptions = true)
public final class UpdateCommand implements Runnable {

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            description = UpdateCommandTexts.CHANNEL,
            scope = picocli.CommandLine.ScopeType.INHERIT)
    @Nullable
    String channel;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description = UpdateCommandTexts.ADDRESS,
            scope = picocli.CommandLine.ScopeType.INHERIT)
    @Nullable
    String address;

    @Option(
            names = "--proxy",
            paramLabel = "HOST:PORT",
            description = UpdateCommandTexts.PROXY,
            scope = picocli.CommandLine.ScopeType.INHERIT)
    @Nullable
    String proxy;

    @Override
    public void run() {
        CommandOutput.print(Installation.running()
                .map(i -> UpdateCommandTexts.installed(i, choice().isOn()).strip())
                .orElse(UpdateCommandTexts.CLONE));
    }

    @Command(name = "check", description = UpdateCommandTexts.CHECK, mixinStandardHelpOptions = true)
    int check() throws Failure {
        return run(updater -> {
            Updater.CheckResult result = updater.check();
            Release release = result.release();
            CommandOutput.print(
                    result.isNewer()
                            ? UpdateCommandTexts.available(choice().channel(), release)
                            : UpdateCommandTexts.current(choice().channel(), release));
        });
    }

    @Command(name = "install", description = UpdateCommandTexts.INSTALL, mixinStandardHelpOptions = true)
    int install() throws Failure {
        return run(updater -> {
            Updater.CheckResult result = updater.check();
            if (!result.isNewer()) {
                CommandOutput.print(UpdateCommandTexts.current(choice().channel(), result.release()));
                return;
            }
            updater.install(result.release(), percent -> {});
            CommandOutput.print(UpdateCommandTexts.ready(result.release().version()));
        });
    }

    @Command(name = "rollback", description = UpdateCommandTexts.ROLLBACK, mixinStandardHelpOptions = true)
    int rollback() throws Failure {
        return run(updater -> {
            updater.rollBack();
            CommandOutput.print(UpdateCommandTexts.ready(updater.next().orElse("")));
        });
    }

    @Command(name = "on", description = UpdateCommandTexts.ON, mixinStandardHelpOptions = true)
    int turnOn() throws Failure {
        updater();
        store(true);
        CommandOutput.print(UpdateCommandTexts.SWITCHED_ON);
        return 0;
    }

    @Command(name = "off", description = UpdateCommandTexts.OFF, mixinStandardHelpOptions = true)
    int turnOff() {
        store(false);
        CommandOutput.print(UpdateCommandTexts.SWITCHED_OFF);
        return 0;
    }

    private void store(boolean isOn) {
        Settings settings = settings();
        settings.set(UpdateChoice.ON, isOn);
        if (channel != null) {
            settings.set(UpdateChoice.CHANNEL, channel);
        }
        if (address != null) {
            settings.set(UpdateChoice.ADDRESS, address);
        }
        if (proxy != null) {
            settings.set(UpdateChoice.PROXY, proxy);
        }
    }

    /// A step that may fail.
    private interface Step {
        void run(Updater updater) throws UpdateProblem, InterruptedException;
    }

    private int run(Step step) throws Failure {
        try {
            step.run(updater());
            UpdateChoice.markChecked(settings(), Instant.now());
            return 0;
        } catch (UpdateProblem e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private Updater updater() throws Failure {
        Installation installation = Installation.running().orElseThrow(() -> new Failure(UpdateCommandTexts.CLONE));
        try {
            return new Updater(installation, choice(), System.getenv());
        } catch (UpdateProblem e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private UpdateChoice choice() {
        UpdateChoice stored = UpdateChoice.of(settings());
        return new UpdateChoice(
                stored.isOn(),
                channel == null ? stored.channel() : channel,
                address == null ? stored.address() : address,
                proxy == null ? stored.proxy() : proxy);
    }

    private static Settings settings() {
        return Settings.in(Folders.ofPlatform().config());
    }
}
