package traceglass.app.cli.update;

import static traceglass.store.language.Translations.tr;

import traceglass.app.update.Installation;
import traceglass.app.update.Release;

/// Texts of the command `update`.
final class UpdateCommandTexts {

    static final String UPDATE = "Show the installed version, or check for updates. Uses the network only if you run"
            + " check or install, or have turned on checks with: traceglass update on";
    static final String CHECK = "Show the newest version on the channel.";
    static final String INSTALL =
            "Download the channel's version and verify it. The next start uses it; the previous version is kept.";
    static final String ROLLBACK = "Roll back to the previous version at the next start.";
    static final String ON = "Check for updates once a day when a window opens.";
    static final String OFF = "Stop checking for updates.";
    static final String CHANNEL =
            "The channel: stable, canary or autopush. Default: the channel in the settings, or else stable.";
    static final String ADDRESS = "Address of the updates: https://…, file:///… or a folder.";
    static final String PROXY = "The proxy, as host:port. Default: the proxy set in the environment.";
    static final String SWITCHED_ON =
            tr("Traceglass checks for updates once a day. To turn this off: traceglass update off");
    static final String SWITCHED_OFF = tr("Traceglass does not check for updates.");
    static final String CLONE = tr("This copy runs from a clone of the repository; update it with git.");

    private UpdateCommandTexts() {}

    static String installed(Installation installation, boolean isOn) {
        return tr(
                "Traceglass {0} ({1})\n{2}",
                installation.version(),
                installation.date().toString().substring(0, 10),
                installation.canUpdateItself() ? isOn ? SWITCHED_ON : SWITCHED_OFF : "");
    }

    static String current(String channel, Release release) {
        return tr("No update: channel {0} has version {1}.", channel, release.version());
    }

    static String available(String channel, Release release) {
        return tr(
                "Channel {0} has version {1} ({2}). To install it: traceglass update install\n{3}",
                channel, release.version(), release.date().toString().substring(0, 10), release.notes());
    }

    static String ready(String version) {
        return tr("Version {0} is ready. The next start uses it.", version);
    }
}
