package traceglass.app.panel.player;

import static traceglass.store.language.Translations.tr;

/// Texts of the player of screenshots and videos.
final class PlayerTexts {

    static final String TAB = tr("Player");
    static final String SHOW = tr("Show screenshot and video player");
    static final String PLAY = tr("Play");
    static final String PAUSE = tr("Pause");
    static final String PREVIOUS = tr("Previous picture");
    static final String NEXT = tr("Next picture");
    static final String SCREENSHOTS = tr("Screenshots");
    static final String DISPLAY = tr("Display");
    static final String SPEED = tr("Speed");
    static final String NO_PICTURES =
            tr("The video in this trace does not consist of JPEG or PNG pictures, so it can't be played here.");
    static final String CANT_SHOW = tr("This picture can't be shown: its data is damaged.");

    private PlayerTexts() {}

    /// @param number counts from 1
    static String position(int number, int count, String time) {
        return tr("{0} of {1}  ·  {2}", number, count, time);
    }

    static String picture(int number) {
        return tr("Picture {0}", number);
    }

    static String cantLoad(String reason) {
        return tr("Can't load the pictures: {0}", reason);
    }

    static String speed(double factor) {
        return factor == Math.rint(factor) ? (long) factor + "×" : factor + "×";
    }
}
