package traceglass.app.update;

import static traceglass.store.language.Translations.tr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import traceglass.app.io.CommandOutput;
import traceglass.store.text.DisplayText;

/// Messages about updates.
final class UpdateTexts {

    static final String NO_KEY = tr("This package has no key to verify updates.");
    static final String OTHER_PRODUCT = tr("The list of versions is for another product.");
    static final String OTHER_FORMAT = tr("The list of versions has a format that this version does not support.");
    static final String UNREADABLE_LIST = tr("The list of versions is damaged.");
    static final String FORGED_LIST =
            tr("The list of versions is not signed with the key of this program; it is not used.");
    static final String OLD_LIST = tr("The list of versions is older than the last one; it is not used.");
    static final String FORGED_FILE = tr("The update is not signed with the key of this program; it is not used.");
    static final String WRONG_CONTENT = tr("The downloaded file is damaged and was deleted. Try again later.");
    static final String OTHER_PACKAGE = tr("The downloaded file contains another package; it is not used.");
    static final String INCOMPLETE = tr("the connection was closed");
    static final String BUSY = tr("Another copy of Traceglass is updating.");
    static final String NO_PREVIOUS = tr("There is no previous version to roll back to.");

    private UpdateTexts() {}

    static String updatedElsewhere(String type) {
        return switch (type) {
            case "deb" -> tr("Update this package with apt.");
            case "rpm" -> tr("Update this package with dnf or zypper.");
            case "flatpak" -> tr("Update this package with: flatpak update");
            case "" -> tr("This copy runs from a clone of the repository; update it with git.");
            default -> tr("Update this package with a new installer.");
        };
    }

    static String badAddress(String address) {
        return tr("Not an update address: {0}. Use https://…, file:///… or the path of a folder.", address);
    }

    static String badProxy(String proxy) {
        return tr("Not a proxy: {0}. Use host:port.", proxy);
    }

    static String status(int status) {
        return tr("the server answered with status {0}", status);
    }

    static String noChannel(String channel, Collection<String> channels) {
        return tr(
                "There is no channel {0}. Channels: {1}",
                channel, String.join(", ", channels.stream().sorted().toList()));
    }

    static String noPackage(String system) {
        return tr("This version has no archive for {0}.", system);
    }

    static String systemTooOld(String minVersion) {
        return tr("This version needs version {0} of the operating system.", minVersion);
    }

    static String cantDownload(String name, IOException e) {
        return tr("Can't download {0}: {1}", name, CommandOutput.reason(e));
    }

    static String cantWrite(Path path, IOException e) {
        return tr("Can't write {0}: {1}", path, CommandOutput.reason(e));
    }

    static String cantRead(Path path, IOException e) {
        return tr("Can't read {0}: {1}", path, CommandOutput.reason(e));
    }

    static String noSpace(Path folder, long size) {
        return tr("Less than {0} is free on the disk of {1}.", DisplayText.size(size), folder);
    }

    static String badEntry(String name) {
        return tr("not an entry of a package: {0}", name);
    }
}
