// Journals: reading returns entries and damage, or an error with its line; the complete lines alone
// have the same entries.

#include "conformance/cleanup/cleanup.hpp"
#include "spec/fuzz/fuzzing.hpp"

using namespace plumbline;

namespace {

void check_input(std::string_view text) {
    const std::string path = fuzz::file_of(text);
    const auto journal = cleanup::read_journal(path);
    if (!journal) return fuzz::check_position(journal.error(), path, text);
    PLUMBLINE_CHECK(journal->complete_bytes <= text.size(), "complete lines are in the file");
    for (const Error& damage : journal->damage) fuzz::check_position(damage, path, text);
    for (std::size_t i = 0; i < journal->entries.size(); ++i) {
        const cleanup::JournalEntry& entry = journal->entries[i];
        PLUMBLINE_CHECK(entry.number == static_cast<int>(i) + 1, "entry n is at index n - 1");
        PLUMBLINE_CHECK(!cleanup::describe(entry).empty(), "an entry has a description");
        (void)cleanup::find_deletable_type(journal->header, entry);
    }
    const auto again =
        cleanup::read_journal(fuzz::file_of(text.substr(0, journal->complete_bytes)));
    PLUMBLINE_CHECK(again && again->entries.size() == journal->entries.size(),
                    "an incomplete line changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
