#include "mock_server/faults/lazy_catalogue.hpp"

namespace plumbline::mock {

Result<const FaultCatalogue*> LazyCatalogue::get() const {
    std::call_once(once_, [&] { read_ = load_(); });
    if (!*read_) return fail(read_->error());
    return &**read_;
}

}  // namespace plumbline::mock
