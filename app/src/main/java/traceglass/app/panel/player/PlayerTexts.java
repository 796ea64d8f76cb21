package traceglass.app.panel.player;

/// Texts of the player of screenshots and videos.
final class PlayerTexts {

    static final String TAB = "Player";
    static final String SHOW = "Show screenshot and video player";
    static final String PLAY = "Play";
    static final String STOP = "Stop";
    static final String PREVIOUS = "Previous picture";
    static final String NEXT = "Next picture";
    static final String SCREENSHOTS = "Screenshots";
    static final String DISPLAY = "Display";
    static final String SPEED = "Speed";
    static final String NO_PICTURES =
            "The video in this trace does not consist of JPEG or PNG pictures, so it can't be played here.";
    static final String CANT_SHOW = "This picture can't be shown: its data is damaged.";

    private PlayerTexts() {}

    /// @param number counts from 1
    static String position(int number, int count, String time) {
        return number + " of " + count + "  ·  " + time;
    }

    static String picture(int number) {
        return "Picture " + number;
    }

    static String cantLoad(String reason) {
        return "Can't load the pictures: " + reason;
    }

    static String speed(double factor) {
        return factor == Math.rint(factor) ? (long) factor + "×" : factor + "×";
    }
}
