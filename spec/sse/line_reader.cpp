#include "spec/sse/line_reader.hpp"

#include "spec/base/check.hpp"

namespace plumbline::sse {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

}  // namespace

void LineReader::feed(std::string_view bytes) {
    PLUMBLINE_CHECK(at_ == bytes_.size() || is_too_long_,
                    "lines are read before more bytes are fed");
    base_ += bytes_.size();
    bytes_ = bytes;
    at_ = 0;
    scanned_ = 0;
    ends_ = 0;
    block_is_ascii_ = true;
    if (bom_ < kDropped) take_bom();
    if (skips_lf_ && !bytes_.empty()) {
        if (bytes_.front() == '\n') at_ = 1;
        skips_lf_ = false;
    }
}

/// The mark's bytes may come apart: those that turn out to be none belong to the first line.
void LineReader::take_bom() {
    while (at_ < bytes_.size() && bom_ < kDropped) {
        const auto matched = static_cast<std::size_t>(bom_);
        if (bytes_[at_] != kBom[matched]) {
            kept_ = kBom.substr(0, matched);
            is_open_ = matched > 0;
            bom_ = kNoneHere;
            return;
        }
        ++at_;
        ++bom_;
    }
}

/// The same for a line of several pieces; `end` is where it ends, or that of the bytes.
bool LineReader::next_of_pieces(Line& line, std::size_t end) {
    if (!is_open_) {
        kept_offset_ = base_ + at_;
        kept_.clear();
    }
    kept_ += bytes_.substr(at_, end - at_);
    if (kept_.size() > max_line_) return give_up();
    is_open_ = end == bytes_.size();
    if (is_open_) {
        at_ = end;
        return false;
    }
    line = {kept_, kept_offset_, true, false};
    go_behind(end);
    return true;
}

bool LineReader::give_up() {
    is_too_long_ = true;
    at_ = bytes_.size();
    return false;
}

std::optional<std::uint64_t> LineReader::open_line() const {
    if (is_open_) return kept_offset_;
    const bool is_in_bom = bom_ > 0 && bom_ < kDropped;
    return is_in_bom ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace plumbline::sse
