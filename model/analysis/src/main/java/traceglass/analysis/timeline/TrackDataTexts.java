package traceglass.analysis.timeline;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for reading tracks.
final class TrackDataTexts {

    private TrackDataTexts() {}

    static String unreadable(String reason) {
        return tr("Can't read this track: {0}", reason);
    }
}
