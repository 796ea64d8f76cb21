package traceglass.analysis.video;

import static traceglass.store.language.Translations.tr;

/// Names of the tracks of video frames.
final class VideoTexts {

    private VideoTexts() {}

    static final String FRAMES = tr("Video frames");
    static final String FRAME_NUMBER = tr("frame ");

    static String framesOf(String display) {
        return tr("Video frames: {0}", display);
    }
}
