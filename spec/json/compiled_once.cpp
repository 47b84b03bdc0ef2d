#include "spec/json/compiled_once.hpp"

template class nlohmann::basic_json<plumbline::Members>;
template class std::vector<plumbline::Json>;
