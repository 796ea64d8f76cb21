/// Import of the tables of frames that PresentMon and tools built on it write: CapFrameX, OCAT and FrameView.
package traceglass.ingest.presentmon;
