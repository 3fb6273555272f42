/* A disk that keeps only what was synced: with LD_PRELOAD, whatever is brought to the disk by fsync or fdatasync within
   the folder FROM is copied into the folder SYNCED; a file that was deleted is gone from there once the folder itself
   is synced. What a power cut leaves is SYNCED. With SLOW, each sync takes so many microseconds more. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep_gone(const char *from, const char *synced) {
    char path[4400], kept[4400];
    DIR *folder = opendir(synced);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
        snprintf(kept, sizeof kept, "%s/%s", synced, entry->d_name);
        if (entry->d_type == DT_REG && !strstr(kept, ".copying") && access(path, F_OK)) unlink(kept);
    }
    if (folder) closedir(folder);
}

static void keep(int descriptor) {
    const char *from = getenv("FROM"), *synced = getenv("SYNCED");
    char link[64], path[4096], new[4600], kept[4400], buffer[65536];
    struct stat about;
    if (!from || !synced || fstat(descriptor, &about)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    if (S_ISDIR(about.st_mode) && !strcmp(path, from)) keep_gone(from, synced);
    if (!S_ISREG(about.st_mode)) return;
    size_t head = strlen(from);
    if (strncmp(path, from, head) || path[head] != '/' || strchr(path + head + 1, '/')) return;
    snprintf(kept, sizeof kept, "%s/%s", synced, path + head + 1);
    snprintf(new, sizeof new, "%s.%d.%lx.copying", kept, (int)getpid(), (unsigned long)pthread_self());
    int in = open(path, O_RDONLY), out = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t got;
    while (in >= 0 && out >= 0 && (got = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, got) != got) abort();
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    if (in >= 0 && out >= 0) rename(new, kept);
}

static void be_slow(void) {
    const char *slow = getenv("SLOW");
    if (slow) usleep(atoi(slow));
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    int result = real(descriptor);
    be_slow();
    if (!result) keep(descriptor);
    return result;
}

int fdatasync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    int result = real(descriptor);
    be_slow();
    if (!result) keep(descriptor);
    return result;
}
