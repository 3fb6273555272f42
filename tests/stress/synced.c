/* A disk that keeps only what was synced: with LD_PRELOAD, whatever is brought to the disk by fsync or fdatasync within
   the folder FROM is copied into the folder SYNCED; a file that was deleted or renamed is so there once the folder
   itself is synced, and one that was renamed but not synced itself is empty. What a power cut leaves is SYNCED. With SLOW, each sync takes so many microseconds more. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/* What was renamed within FROM since the folder was synced: what it was called, and what it is called. */
static char renamed[64][2][256];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *name_within(const char *folder, const char *path) {
    size_t head = strlen(folder);
    return strncmp(path, folder, head) || path[head] != '/' || strchr(path + head + 1, '/') ? NULL : path + head + 1;
}

static void keep_renamed(const char *synced) {
    char old[4400], new[4400];
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++) {
        snprintf(old, sizeof old, "%s/%s", synced, renamed[i][0]);
        snprintf(new, sizeof new, "%s/%s", synced, renamed[i][1]);
        if (syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0)) close(open(new, O_WRONLY | O_CREAT | O_TRUNC, 0600));
    }
    count = 0;
    pthread_mutex_unlock(&lock);
}

int rename(const char *old, const char *new) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    int result = real(old, new);
    const char *from = getenv("FROM"), *was = from ? name_within(from, old) : NULL, *is = was ? name_within(from, new) : NULL;
    pthread_mutex_lock(&lock);
    if (!result && is && count < 64) {
        snprintf(renamed[count][0], 256, "%s", was);
        snprintf(renamed[count++][1], 256, "%s", is);
    }
    pthread_mutex_unlock(&lock);
    return result;
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
    if (S_ISDIR(about.st_mode) && !strcmp(path, from)) {
        keep_renamed(synced);
        keep_gone(from, synced);
    }
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
    if (in >= 0 && out >= 0) syscall(SYS_renameat2, AT_FDCWD, new, AT_FDCWD, kept, 0);
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
