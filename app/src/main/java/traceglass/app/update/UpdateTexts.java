package traceglass.app.update;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import traceglass.app.io.CommandOutput;
import traceglass.store.text.DisplayText;

/// Messages about updates.
final class UpdateTexts {

    static final String NO_KEY = "This package has no key to verify updates.";
    static final String OTHER_PRODUCT = "The list of versions is for another product.";
    static final String OTHER_FORMAT = "The list of versions has a format that this version does not support.";
    static final String UNREADABLE_LIST = "The list of versions is damaged.";
    static final String FORGED_LIST =
            "The list of versions is not signed with the key of this program; it is not used.";
    static final String OLD_LIST = "The list of versions is older than the last one; it is not used.";
    static final String FORGED_FILE = "The update is not signed with the key of this program; it is not used.";
    static final String WRONG_CONTENT = "The downloaded file is damaged and was deleted. Try again later.";
    static final String OTHER_PACKAGE = "The downloaded file contains another package; it is not used.";
    static final String INCOMPLETE = "the connection was closed";
    static final String BUSY = "Another copy of Traceglass is updating.";
    static final String NO_PREVIOUS = "There is no previous version to roll back to.";

    private UpdateTexts() {}

    static String updatedElsewhere(String type) {
        return switch (type) {
            case "deb" -> "Update this package with apt.";
            case "rpm" -> "Update this package with dnf or zypper.";
            case "flatpak" -> "Update this package with: flatpak update";
            case "" -> "This copy runs from a clone of the repository; update it with git.";
            default -> "Update this package with a new installer.";
        };
    }

    static String badAddress(String address) {
        return "Not an update address: " + address + ". Use https://…, file:///… or the path of a folder.";
    }

    static String badProxy(String proxy) {
        return "Not a proxy: " + proxy + ". Use host:port.";
    }

    static String status(int status) {
        return "the server answered with status " + status;
    }

    static String noChannel(String channel, Collection<String> channels) {
        return "There is no channel " + channel + ". Channels: "
                + String.join(", ", channels.stream().sorted().toList());
    }

    static String noPackage(String system) {
        return "This version has no archive for " + system + ".";
    }

    static String systemTooOld(String minVersion) {
        return "This version needs version " + minVersion + " of the operating system.";
    }

    static String cantDownload(String name, IOException e) {
        return "Can't download " + name + ": " + CommandOutput.reason(e);
    }

    static String cantWrite(Path path, IOException e) {
        return "Can't write " + path + ": " + CommandOutput.reason(e);
    }

    static String cantRead(Path path, IOException e) {
        return "Can't read " + path + ": " + CommandOutput.reason(e);
    }

    static String noSpace(Path folder, long size) {
        return "Less than " + DisplayText.size(size) + " is free on the disk of " + folder + ".";
    }

    static String badEntry(String name) {
        return "not an entry of a package: " + name;
    }
}
