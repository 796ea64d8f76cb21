package traceglass.analysis.video;

/// Names of the tracks of video frames.
final class VideoTexts {

    private VideoTexts() {}

    static final String FRAMES = "Video frames";
    static final String FRAME_NUMBER = "frame ";

    static String framesOf(String display) {
        return "Video frames: " + display;
    }
}
