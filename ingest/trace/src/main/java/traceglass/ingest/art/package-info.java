/// Method traces of Android's runtime, as written by `am profile`, `Debug.startMethodTracing` and Android Studio.
package traceglass.ingest.art;
