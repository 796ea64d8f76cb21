package traceglass.app.update;

import java.time.Duration;
import java.time.Instant;
import traceglass.app.settings.Settings;

/// The user's settings for updates. No server is contacted automatically before the user agrees.
///
/// @param isOn whether the program checks for updates automatically
/// @param channel name of the channel, such as `stable`
/// @param address address of the updates; empty for the address in the package
/// @param proxy `host:port`; empty for the proxy in the environment
public record UpdateChoice(boolean isOn, String channel, String address, String proxy) {

    public static final String STABLE = "stable";
    /// Names of settings.
    public static final String ON = "updates.on";
    public static final String CHANNEL = "updates.channel";
    public static final String ADDRESS = "updates.address";
    public static final String PROXY = "updates.proxy";
    private static final String CHECKED = "updates.checked";

    private static final Duration BETWEEN_CHECKS = Duration.ofDays(1);

    public static UpdateChoice of(Settings settings) {
        return new UpdateChoice(
                Boolean.parseBoolean(settings.get(ON, "false")),
                settings.get(CHANNEL, STABLE),
                settings.get(ADDRESS, ""),
                settings.get(PROXY, ""));
    }

    public UpdateChoice withChannel(String name) {
        return new UpdateChoice(isOn, name, address, proxy);
    }

    /// Returns whether an automatic check is due: the user has agreed, and the last check was at least a day
    /// ago, or is in the future because the clock was wrong.
    public static boolean isDue(Settings settings, Instant now) {
        if (!of(settings).isOn()) {
            return false;
        }
        double last = settings.number(CHECKED, Double.NEGATIVE_INFINITY);
        double seconds = now.getEpochSecond() - last;
        return seconds < 0 || seconds >= BETWEEN_CHECKS.toSeconds();
    }

    /// Records the time of a check, even if it failed.
    public static void markChecked(Settings settings, Instant now) {
        settings.set(CHECKED, now.getEpochSecond());
    }
}
