package traceglass.app.cli.update;

import traceglass.app.update.Installation;
import traceglass.app.update.Release;

/// Texts of the command `update`.
final class UpdateCommandTexts {

    static final String UPDATE = "Shows the installed version, or looks for updates. Asks the network only if you run"
            + " check or install, or have agreed with: traceglass update on";
    static final String CHECK = "Shows which version the channel has.";
    static final String INSTALL =
            "Downloads the version of the channel and verifies it. The next start uses it; the former version is kept.";
    static final String ROLLBACK = "Goes back to the former version at the next start.";
    static final String ON = "Lets windows look for updates once a day.";
    static final String OFF = "Stops looking for updates.";
    static final String CHANNEL =
            "The channel: stable, canary or autopush. Default: that of the settings, else stable.";
    static final String ADDRESS = "Where updates are: an address of the web, file:///… or a folder.";
    static final String PROXY = "The proxy, as host:port. Default: that of the environment.";
    static final String SWITCHED_ON = "Windows look for updates once a day. To stop: traceglass update off";
    static final String SWITCHED_OFF = "Traceglass does not look for updates.";
    static final String CLONE = "This copy runs from a clone of the repository; update it with git.";

    private UpdateCommandTexts() {}

    static String installed(Installation installation, boolean isOn) {
        return "Traceglass " + installation.version() + " of "
                + installation.date().toString().substring(0, 10) + "\n"
                + (installation.updatesItself() ? isOn ? SWITCHED_ON : SWITCHED_OFF : "");
    }

    static String current(String channel, Release release) {
        return "No update: channel " + channel + " has version " + release.version() + ".";
    }

    static String available(String channel, Release release) {
        return "Channel " + channel + " has version " + release.version() + " of "
                + release.date().toString().substring(0, 10) + ". To install it: traceglass update install\n"
                + release.notes();
    }

    static String ready(String version) {
        return "Version " + version + " is ready. The next start uses it.";
    }
}
